import subprocess, os, signal, time, sys
S=sys.argv[1]
def run(name, cmd, act, pre=[]):
    for f in os.listdir('.'):
        if f=='pid' or f.endswith('.sftrace'): os.remove(f)
    p=subprocess.Popen(['node',S,'record','-o','x.sftrace','--']+cmd, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    buf=b''
    while b'waiting' not in buf:
        c=os.read(p.stderr.fileno(),1000)
        if not c: break
        buf+=c
    time.sleep(.2)
    act(p)
    try: p.wait(8)
    except subprocess.TimeoutExpired: print(name,'CLI still runs'); os.killpg(p.pid,9); p.wait()
    time.sleep(.3)
    alive=None
    if os.path.exists('pid'):
        pid=int(open('pid').read())
        try: os.kill(pid,0); alive=True; os.kill(pid,9)
        except ProcessLookupError: alive=False
    print(name,'code',p.returncode,'program alive',alive,'trace',os.path.exists('x.sftrace'),[f for f in os.listdir('.') if f.startswith('.')])
    for f in os.listdir('.'):
        if f.startswith('.x'): print('   left:',os.listdir(f)); 
W=['node','wait.mjs']
W=0
run('TERM to CLI over npm',['npm','run','--silent','x'],lambda p: os.kill(p.pid,15))
run('TERM to CLI over sh',['sh','-c','node wait.mjs; true'],lambda p: os.kill(p.pid,15))
run('INT to group over npm',['npm','run','--silent','x'],lambda p: os.killpg(p.pid,2))
